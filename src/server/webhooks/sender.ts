/** One webhook on its way out. */
export interface OutgoingMessage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The exact body; text goes out as UTF-8. */
  readonly body: string | Uint8Array;
  /** Ends the attempt: the deadline passed or the server closes. */
  readonly signal: AbortSignal;
}

/** Sends one webhook once and answers with the receiver's HTTP status; throws if there was no answer. */
export type Sender = (message: OutgoingMessage) => Promise<number>;
