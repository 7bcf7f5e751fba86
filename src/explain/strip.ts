/** Texts of the strip of turns, which is part of the first picture. */
export const strip = {
  agents: 'Agents',
  turns: 'Turns',
  soFar: (n: string): string => `${n} so far`,
  lastShown: (n: string): string => `, the last ${n} shown`,
  byJob: 'Turns by job, oldest first',
  group: 'Strip of turns and lanes of the agents',
  preempts: 'preempts',
};
