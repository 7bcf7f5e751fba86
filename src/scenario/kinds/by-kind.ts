import type { RunKind, Scenario } from '../../protocol/scenario.ts';

export type ScenarioOf<Kind extends RunKind> = Extract<Scenario, { kind: Kind }>;

/** A registry with one entry for each kind, made from a scenario of that kind. */
export type ByKind<Part> = { readonly [Kind in RunKind]: (scenario: ScenarioOf<Kind>) => Part };

/** The entry for the kind of this run. Call it only in registries (`LAYER/kinds/`): no other code knows the kinds. */
export function ofKind<Part>(registry: ByKind<Part>, scenario: Scenario): Part {
  return (registry[scenario.kind] as (scenario: Scenario) => Part)(scenario);
}

/** Does what `ofKind` does for a registry that may lack kinds: gives undefined for a kind that is missing. */
export function ofKindIfAny<Part>(registry: Partial<ByKind<Part>>, scenario: Scenario): Part | undefined {
  return (registry[scenario.kind] as ((scenario: Scenario) => Part) | undefined)?.(scenario);
}
