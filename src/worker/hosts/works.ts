import type { Works } from '../../protocol/serve-jobs.ts';

/** Jobs of a pool thread. The code of each is loaded at its first use. */
export const POOL_WORKS: Works = {
  'first-pass': async () => (await import('../jobs/runs.ts')).firstPass,
  'sweep-run': async () => (await import('../jobs/runs.ts')).sweepRun,
  policies: async () => (await import('../jobs/policies.ts')).policies,
  'policy-figures': async () => (await import('../jobs/policies.ts')).figures,
  'timer-cost': async () => (await import('../jobs/timer-cost.ts')).timerCost,
  'model-of-run': async () => (await import('../../record/importers/model/from-run.ts')).modelOfRun,
  study: async () => (await import('../../record/worker/jobs/predictions.ts')).study,
  attempt: async () => (await import('../../record/worker/jobs/predictions.ts')).attempt,
  'changed-run': async () => (await import('../../record/worker/jobs/predictions.ts')).changedRun,
  'check-settings': async () => (await import('../../record/worker/jobs/settings.ts')).checkSettings,
  'settings-scene': async () => (await import('../../record/worker/jobs/settings.ts')).settingsScene,
};
