/** Texts that stand in more than one file below `root`, each as `“text” in file, file`. */
export function sentencesTwice(root: string): string[];
