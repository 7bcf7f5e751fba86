/**
 * Limits the connections of a server. A new connection is always accepted; if there are too many, the least useful one is
 * closed. If the server refused new connections instead, slow clients could lock out every reader until they time out.
 *
 * @param {import('node:http').Server} server
 * @param {number} most Maximum number of connections.
 * @returns {() => void} Closes one connection, to free a file descriptor.
 */
export function boundConnections(server, most) {
  /** For each connection: its address, its current response and the time of its last activity. */
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

/** Chooses a connection of the address with the most connections: the one that has been idle longest. */
function leastUseful(connections) {
  const counts = new Map();
  for (const [, { address }] of connections) counts.set(address, (counts.get(address) ?? 0) + 1);
  const most = Math.max(...counts.values());
  let victim = null;
  let least = Infinity;
  for (const [socket, state] of connections) {
    // Choose a stream only if every candidate is a stream.
    const at = isStream(socket, state) ? Number.MAX_VALUE : state.at;
    if (counts.get(state.address) !== most || at >= least) continue;
    victim = socket;
    least = at;
  }
  return victim;
}

/** True for an unfinished response whose reader has received everything so far, such as a log that is still growing. */
function isStream({ writableLength }, { response }) {
  return response !== null && response.headersSent && !response.writableEnded && writableLength === 0;
}
