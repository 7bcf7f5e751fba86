/**
 * Bounds the connections of a server so that a new one is always taken: the least useful one is closed for it. To refuse the new
 * one instead would keep every reader out until the others time out.
 *
 * @param {import('node:http').Server} server
 * @param {number} most
 * @returns {() => void} closes one connection, where a descriptor is needed.
 */
export function boundConnections(server, most) {
  /** Each connection: its address, its current answer, and the time at which something last happened. */
  const open = new Map();
  const closeOne = (except) => {
    const victim = leastUseful([...open].filter(([socket]) => socket !== except));
    open.delete(victim);
    victim?.destroy();
  };
  server.on('connection', (socket) => {
    const state = { address: socket.remoteAddress, at: performance.now(), response: null };
    open.set(socket, state);
    socket.on('drain', () => (state.at = performance.now()));
    socket.on('close', () => open.delete(socket));
    if (open.size > most) closeOne(socket);
  });
  server.on('request', ({ socket }, response) => {
    const state = open.get(socket);
    if (state === undefined) return;
    Object.assign(state, { at: performance.now(), response });
    response.on('close', () => (state.at = performance.now()));
  });
  return closeOne;
}

/** Takes the address that has the most connections, and returns its connection that has been quiet for longest. */
function leastUseful(connections) {
  const counts = new Map();
  for (const [, { address }] of connections) counts.set(address, (counts.get(address) ?? 0) + 1);
  const most = Math.max(...counts.values());
  let victim = null;
  let least = Infinity;
  for (const [socket, state] of connections) {
    // A stream is closed only when there is nothing else.
    const at = isStream(socket, state) ? Number.MAX_VALUE : state.at;
    if (counts.get(state.address) !== most || at >= least) continue;
    victim = socket;
    least = at;
  }
  return victim;
}

/** An answer that has begun and goes on, whose reader has taken all of it so far, such as the lines of a log. */
function isStream({ writableLength }, { response }) {
  return response !== null && response.headersSent && !response.writableEnded && writableLength === 0;
}
