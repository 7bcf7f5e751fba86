import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { drop } from './drop.ts';
import { idle, open } from './page.ts';

const FOLDER = new URL('../fixtures/records/logs/f1-afternoon/', import.meta.url).pathname;
const FILES = ['maillog.gz', 'postconf.txt', 'master.txt', 'postqueue.jsonl'];

/** Opens the record of one afternoon of a real Postfix (168 messages), then a tab of `#postfix` by its address. */
export async function openAfternoon(page: Page, tab = 'findings'): Promise<void> {
  await open(page, '#postfix');
  await drop(
    page,
    FILES.map((name) => ({
      name,
      bytes: readFileSync(FOLDER + name),
      modified: Date.UTC(2026, 10, 21, 1, 53),
    })),
  );
  if (tab !== 'findings') await open(page, `#postfix&tab=${tab}`);
  await idle(page);
}
