/**
 * The texts that Postfix would read, of all that stand together in a folder. Beside a main.cf or master.cf, a copy of it
 * (`master.cf.proto`, which Debian's package puts there, `main.cf.bak`, `main.cf~`, `main.cf.dpkg-dist`) and `makedefs.out`
 * (how Postfix was built: lines that look like settings) are read by no program of Postfix (postconf(1), master(5)); the
 * last line of a name counts, so that a copy would overrule the file itself. A copy that stands alone is kept.
 */
export function readByPostfix<T extends { name: string }>(texts: readonly T[]): T[] {
  const names = new Set(texts.map(({ name }) => name));
  const beside = (name: string, files: readonly string[]): boolean => {
    const folder = name.slice(0, name.lastIndexOf('/') + 1);
    return files.some((file) => names.has(folder + file));
  };
  return texts.filter(({ name }) => {
    const base = name.slice(name.lastIndexOf('/') + 1);
    if (base === 'makedefs.out') return !beside(name, ['main.cf', 'master.cf']);
    const original = /^(main\.cf|master\.cf)[.~_-]/.exec(base)?.[1];
    return original === undefined || !beside(name, [original]);
  });
}
