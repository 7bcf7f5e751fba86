/** A name for a branch from a command that has no words of its own: its kind without the first word, and what it is about. */
export function branchOfMembers({ kind, ...members }: { kind: string }): string {
  const about = Object.values<unknown>(members).find((value) => typeof value !== 'boolean');
  return `${kind.slice(kind.indexOf('.') + 1)} ${Array.isArray(about) ? about.join(', ') : String(about)}`;
}
