/** What the agent reports when nothing comes from the server, by where the delivery was. */
export const SILENCE = {
  connect: 'connect: Connection timed out',
  greeting: 'conversation timed out while receiving the initial server greeting',
  end: 'conversation timed out while sending end of data',
} as const;
