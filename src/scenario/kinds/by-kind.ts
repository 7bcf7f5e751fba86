import type { RunKind, Scenario } from '../../protocol/scenario.ts';

export type ScenarioOf<Kind extends RunKind> = Extract<Scenario, { kind: Kind }>;

/** A table with one entry for each kind of run: a function that makes the part from a scenario of that kind. */
export type ByKind<Part> = { readonly [Kind in RunKind]: (scenario: ScenarioOf<Kind>) => Part };

/** Makes the part for the kind of this run. Call it only in the tables in `LAYER/kinds/`: no other code knows the kinds. */
export function ofKind<Part>(registry: ByKind<Part>, scenario: Scenario): Part {
  return (registry[scenario.kind] as (scenario: Scenario) => Part)(scenario);
}

/** Like `ofKind`, for a table without entries for some kinds: undefined for those kinds. */
export function ofKindIfAny<Part>(registry: Partial<ByKind<Part>>, scenario: Scenario): Part | undefined {
  return (registry[scenario.kind] as ((scenario: Scenario) => Part) | undefined)?.(scenario);
}
