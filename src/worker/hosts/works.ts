import type { Works } from '../../protocol/serve-jobs.ts';

/** What a thread of the pool can do; a job's code is fetched with the first of its kind. */
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
