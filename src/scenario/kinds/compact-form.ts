import type { Command } from '../../protocol/commands.ts';
import type { Scenario } from '../../protocol/scenario.ts';

/** How a kind of run is written in a link. Checks nothing; the schema checks the unpacked run. */
export interface CompactForm<OfKind extends Scenario> {
  /** Letter of the kind in a link; undefined = the default kind. Never change it: links must stay valid. */
  letter: string | undefined;
  /** The members specific to this kind, without those that have their default. */
  pack(scenario: OfKind): Record<string, unknown>;
  unpack(run: Record<string, unknown>): Record<string, unknown>;
  /** Packs a command of this kind as a list that begins with a letter; undefined for commands of other kinds. */
  packCommand(command: Command): unknown[] | undefined;
  /** Undoes `packCommand`; undefined for letters of other kinds. */
  unpackCommand(letter: unknown, members: readonly unknown[]): unknown;
}
