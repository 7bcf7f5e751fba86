/**
 * Lets dependency-cruiser parse components. It asks swc to parse plain TypeScript, in which JSX is a syntax error. Load this
 * file first (`node --import`), because dependency-cruiser reads swc's functions when it starts.
 */
import { createRequire } from 'node:module';

const swc = createRequire(import.meta.url)('@swc/core');
const { parseFileSync } = swc;
swc.parseFileSync = (path, options) => parseFileSync(path, { ...options, tsx: path.endsWith('.tsx') });
