/** One message of `postqueue -j`. */
export interface QueuedMessage {
  queue: string;
  id: string;
  /** Seconds since 1970. */
  arrival: number;
  size: number;
  forcedExpire: boolean;
  /** '' is the null sender, which postqueue prints as MAILER-DAEMON. */
  sender: string;
  recipients: { address: string; reason: string }[];
}
