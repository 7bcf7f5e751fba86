import type { RunKind, Scenario } from '../../protocol/scenario.ts';

/** A scenario of one kind. */
export type ScenarioOf<Kind extends RunKind> = Extract<Scenario, { kind: Kind }>;

/** A registry: what each kind has in a layer, made from a scenario of that kind. None may be left out. */
export type ByKind<Part> = { readonly [Kind in RunKind]: (scenario: ScenarioOf<Kind>) => Part };

/** What the kind of this run has in a registry. Called by registries (`LAYER/kinds/`), which are all that know the kinds. */
export function ofKind<Part>(registry: ByKind<Part>, scenario: Scenario): Part {
  return (registry[scenario.kind] as (scenario: Scenario) => Part)(scenario);
}

/** The same of a registry of something that not every kind has; undefined for a kind without it. */
export function ofKindIfAny<Part>(registry: Partial<ByKind<Part>>, scenario: Scenario): Part | undefined {
  return (registry[scenario.kind] as ((scenario: Scenario) => Part) | undefined)?.(scenario);
}
