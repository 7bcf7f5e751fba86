import type { Command } from '../../protocol/commands.ts';
import type { Scenario } from '../../protocol/scenario.ts';

/** How a kind of run is written in a link. Nothing is judged here: what is unpacked is checked by the schema. */
export interface CompactForm<OfKind extends Scenario> {
  /** Stands for the kind in a link. For ever, because links are. Undefined = the kind of a link that names none. */
  letter: string | undefined;
  /** Members that this kind alone has; those that hold their default are absent. */
  pack(scenario: OfKind): Record<string, unknown>;
  /** Undoes `pack`. */
  unpack(run: Record<string, unknown>): Record<string, unknown>;
  /** A command of this kind as a list that begins with a letter; undefined for commands of other kinds. */
  packCommand(command: Command): unknown[] | undefined;
  /** Undoes `packCommand`; undefined for letters of other kinds. */
  unpackCommand(letter: unknown, members: readonly unknown[]): unknown;
}
