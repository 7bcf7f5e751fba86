import { statSync } from 'node:fs';
import { unpackedUpTo } from '../../../cli/read-file.ts';
import { sharedParts } from './files.ts';
import { readSettings, type SettingsText } from '../../importers/settings/read.ts';
import type { Settings } from '../../protocol/settings.ts';

/** A text that may be settings is small; a log may be of any size and is never read as a whole. */
const SETTINGS_MAX = 4_000_000;

/** Texts among these files that are settings, told by their content; packed ones are unpacked. The reader of logs names what cannot be read. */
export function settingsTexts(files: readonly string[]): SettingsText[] {
  const texts: SettingsText[] = [];
  for (const path of files) {
    if (path === '-' || !statSync(path).isFile()) continue;
    const parts = sharedParts(path);
    if (typeof parts === 'string') continue;
    if (parts !== null) {
      texts.push(...parts.filter(({ name }) => /^(postconf|master|transport)/.test(name)));
      continue;
    }
    const bytes = unpackedUpTo(path, SETTINGS_MAX);
    if (typeof bytes === 'string') continue;
    const text = bytes.toString('latin1');
    const [source] = readSettings([{ name: path, text }]).sources;
    if (source !== undefined && source.kind !== 'other') texts.push({ name: path, text });
  }
  return texts;
}

/** The settings among these files, but for those that are named as data; null when there is none. */
export function settingsIn(files: readonly string[]): Settings | null {
  const texts = settingsTexts(files.filter((path) => !/\.(json|jsonl|csv)(\.gz)?$/.test(path)));
  return texts.length === 0 ? null : readSettings(texts);
}
