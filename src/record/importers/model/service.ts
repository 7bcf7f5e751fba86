import type { Micros } from '../../../protocol/units.ts';
import type { Request } from './requests.ts';

/** Fitted cost of a server's deliveries: `message` + k × `recipient`, microseconds. */
export interface Service {
  message: Micros;
  recipient: Micros;
  greeting: number[];
  /** Durations of deliveries relative to the fitted cost, in thousandths, ascending. */
  paces: number[];
  /** True if all batches had the same size, so that the share of `message` comes from the other servers. */
  shareAssumed: boolean;
  /** Recipients per measured delivery, if no server of the record shows the share of `message`; 0 = a server shows it. */
  batch: number;
}

/** A server with fewer deliveries than this also gets samples of all servers. */
const FEW = 20;
/** Most samples that are kept of a server. They are chosen evenly. */
const DRAWN = 400;
/** The assumed share of `message` weighs as much in a fit as this many deliveries. */
const PRIOR = 2;
const PACE_MIN = 50;
const PACE_MAX = 20_000;

export function fitServices(byServer: readonly Request[][]): Service[] {
  const inSession = byServer.map((requests) =>
    requests.filter(({ failure, cut }) => failure === null && cut !== true),
  );
  const pooled = pooledShare(inSession);
  // If no server has batches of different sizes, a share of 0.5 is assumed.
  const fits = inSession.map((requests) => fit(requests, pooled ?? 0.5));
  const usual = typical(fits.filter((one) => one !== null));
  const services = fits.map((one, i): Service => {
    const { message, recipient, shareAssumed } = one ?? { ...usual, shareAssumed: true };
    const batch = pooled === null ? Math.max(1, meanSize(inSession[i] ?? [])) : 0;
    return { message, recipient, shareAssumed, batch, greeting: [], paces: [] };
  });
  const all: number[] = [];
  const greetings: number[] = [];
  for (const [i, requests] of inSession.entries()) {
    const service = services[i] as Service;
    for (const request of requests) {
      const pace = paceOf(service, request);
      // A refusal before any recipient does not show how fast the server takes mail.
      for (const _ of request.rated === undefined ? request.recipients : []) {
        service.paces.push(pace);
        all.push(pace);
      }
      if (request.greeting < 0) continue;
      service.greeting.push(request.greeting);
      greetings.push(request.greeting);
    }
  }
  const [ofAll, everywhere] = [thinned(all), thinned(greetings)];
  for (const service of services) {
    service.paces =
      service.paces.length < FEW ? thinned([...service.paces, ...ofAll]) : thinned(service.paces);
    service.greeting = service.greeting.length === 0 ? everywhere : thinned(service.greeting);
  }
  return services;
}

/** Duration of a delivery relative to the fit, in thousandths. */
export function paceOf(service: Pick<Service, 'message' | 'recipient'>, request: Request): number {
  const usual = service.recipient * request.recipients.length + (accepts(request) ? service.message : 0);
  if (usual <= 0) return 1000;
  return Math.min(PACE_MAX, Math.max(PACE_MIN, Math.round((1000 * sessionOf(request)) / usual)));
}

function sessionOf({ start, end, greeting }: Request): number {
  return Math.max(1000, end - start - Math.max(0, greeting));
}

function accepts({ recipients }: Request): boolean {
  return recipients.some(({ fate }) => fate === 0);
}

function meanSize(requests: readonly Request[]): number {
  return requests.reduce((sum, { recipients }) => sum + recipients.length, 0) / Math.max(1, requests.length);
}

/** Share of `message` in the cost of a delivery to one recipient, over all servers with varying batches. Null if there are none. */
function pooledShare(byServer: readonly Request[][]): number | null {
  const shares: number[] = [];
  for (const requests of byServer) {
    const line = leastSquares(requests, null);
    if (line === null || line.message + line.recipient <= 0) continue;
    for (const _ of requests) shares.push(line.message / (line.message + line.recipient));
  }
  shares.sort((a, b) => a - b);
  return shares[shares.length >> 1] ?? null;
}

function fit(
  requests: readonly Request[],
  share: number,
): { message: Micros; recipient: Micros; shareAssumed: boolean } | null {
  if (requests.length === 0) return null;
  const varies = leastSquares(requests, null) !== null;
  const line = leastSquares(requests, share);
  return line === null ? null : { ...line, shareAssumed: !varies };
}

/**
 * Fits m and r of session = m + r·k by least squares (m only if a recipient was accepted). Both are at least 0, and
 * relative errors have equal weight. With `share`, a prior keeps m near that share of m + r, because in few
 * deliveries the noise exceeds m. Without `share`, null if sizes do not vary.
 */
function leastSquares(
  requests: readonly Request[],
  share: number | null,
): { message: Micros; recipient: Micros } | null {
  let [aa, ak, kk, at, kt] = [0, 0, 0, 0, 0];
  let total = 0;
  for (const request of requests) {
    const took = sessionOf(request);
    const k = request.recipients.length;
    const accepted = accepts(request) ? 1 : 0;
    const weight = 1 / (k * k);
    aa += weight * accepted;
    ak += weight * accepted * k;
    kk += weight * k * k;
    at += weight * accepted * took;
    kt += weight * k * took;
    total += took / k;
  }
  if (share === null) {
    const varies = requests.length >= 6 && aa * kk - ak * ak > 1e-3 * kk * kk;
    if (!varies) return null;
  } else {
    // Adds (1 − share)·m − share·r = 0 with the weight of PRIOR deliveries.
    const scale = PRIOR;
    aa += scale * (1 - share) ** 2;
    ak -= scale * (1 - share) * share;
    kk += scale * share ** 2;
  }
  const det = aa * kk - ak * ak;
  if (det <= 0) return { message: 0, recipient: total / Math.max(1, requests.length) };
  let message = (at * kk - kt * ak) / det;
  let recipient = (aa * kt - ak * at) / det;
  if (message < 0) {
    message = 0;
    recipient = kt / kk;
  } else if (recipient < 0) {
    recipient = 0;
    message = at / Math.max(1e-9, aa);
  }
  return { message: Math.round(message), recipient: Math.round(recipient) };
}

function typical(fits: readonly { message: Micros; recipient: Micros }[]): {
  message: Micros;
  recipient: Micros;
} {
  const middle = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 100_000;
  return {
    message: middle(fits.map(({ message }) => message)),
    recipient: middle(fits.map(({ recipient }) => recipient)),
  };
}

/** Sorts values and thins them to DRAWN samples. */
export function thinned(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  if (sorted.length <= DRAWN) return sorted;
  return Array.from(
    { length: DRAWN },
    (_, i) => sorted[Math.floor(((i + 0.5) * sorted.length) / DRAWN)] ?? 0,
  );
}
