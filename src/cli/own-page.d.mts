export function buildOwnPage(): Promise<string>;
