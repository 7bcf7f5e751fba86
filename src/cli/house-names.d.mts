export function namesIn(root: string): { undocumented: string[]; twins: string[]; hiding: string[] };
