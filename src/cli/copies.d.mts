/** Runs of lines that stand twice below `root`, each as `file:from-to ~ file:from-to`. */
export function secondCopies(root: string): Promise<string[]>;
