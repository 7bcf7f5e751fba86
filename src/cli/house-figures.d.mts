export function countHouse(root: string): Record<string, number>;
export function figureFaults(figures: Record<string, number>, map: string): string[];
