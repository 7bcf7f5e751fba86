import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { ListenOptions } from 'node:net';

export type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A rule of a `_headers` file: the headers for the files of a path. */
export interface HeaderRule {
  path: string;
  headers: [name: string, value: string][];
}

export function refuse(
  response: ServerResponse,
  status: number,
  why: string,
  headers?: Readonly<Record<string, string>>,
): void;
export function createSafeServer(answer: Answer, connections?: number): Server;
export function listen(server: Server, options: ListenOptions): Promise<void>;
export function addressOf(request: IncomingMessage): URL | null;
export function readRules(folder: string): HeaderRule[];
export function headersOf(rules: readonly HeaderRule[], address: URL): Record<string, string>;
export function answerFiles(folder: string): Answer;
export function serveFolder(folder: string, connections?: number): Server;
export function addresses(host: string, port: number): string[];
