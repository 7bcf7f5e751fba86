/** Duplicated runs of lines below `root`, each as `file:from-to ~ file:from-to`. */
export function secondCopies(root: string): Promise<string[]>;
