import type { Server } from 'node:http';

export function serveFolder(folder: string): Server;
export function addresses(host: string, port: number): string[];
