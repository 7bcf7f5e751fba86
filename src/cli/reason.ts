/** Error codes of the system about a path or port, each with the end of a sentence. */
const SYSTEM: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'does not exist'],
  ['EACCES', 'is not accessible to this user'],
  ['EPERM', 'is not accessible to this user'],
  ['EISDIR', 'is a folder; a file is needed'],
  ['ENOTDIR', 'is below a file; a folder is needed there'],
  ['ELOOP', 'is a symbolic link that leads back to itself'],
  ['ENAMETOOLONG', 'has a name that is too long'],
  ['ENOSPC', 'cannot be written: no space is left on the device'],
  ['EDQUOT', 'cannot be written: the quota of this user is used up'],
  ['EFBIG', 'cannot be written: the file system does not allow files of this size'],
  ['EROFS', 'cannot be written: the file system is read-only'],
  ['EMFILE', 'cannot be opened: this process has too many files open'],
  ['ENFILE', 'cannot be opened: this machine has too many files open'],
  ['EIO', 'cannot be read: the device reports an error'],
  ['ENXIO', 'cannot be opened: it is a socket or a missing device'],
  ['EADDRINUSE', 'is in use by another program'],
]);

/** If this environment variable is set, internal errors are printed with their stack. */
const TRACE = 'QMGRSCOPE_TRACE';

/** Writes an error as a message for people. Node's own messages about files and ports are not shown. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path, syscall, port } = error as NodeJS.ErrnoException & { port?: number };
  if (typeof code === 'string' && typeof syscall === 'string') {
    const what = path ?? (port === undefined ? 'A file' : `Port ${port}`);
    return `${what} ${SYSTEM.get(code) ?? `cannot be used (${code})`}.`;
  }
  // Keep only the first sentence of `Unknown option '--x'. To specify a positional argument …`.
  if (typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS'))
    return `${error.message.split(/\.(?:\s|$)/, 1)[0]}. --help says what is accepted.`;
  if (error.name === 'Error' && code === undefined) return error.message;
  const fault = `A fault of qmgrscope ended this command (${error.name}).`;
  return process.env[TRACE] === undefined
    ? `${fault} For a report, run it again with ${TRACE}=1.`
    : `${fault}\n${error.stack ?? error.message}`;
}
