import type { Runtime } from './runtime.ts';

/**
 * Opens the comparison of the shown branch with the newest other branch. If there is no other branch, shows what can be
 * compared.
 */
export async function openCompare({ store, actions }: Runtime): Promise<void> {
  const { branches } = await actions.ask('timeline', 0, 1, 1);
  const { branch: a } = store.getState().session;
  const other = branches.findLast(({ id }) => id !== a);
  actions.look({ mainPanel: { kind: 'compare', a, b: other?.id ?? 0 } });
}
