/** What one call may choose for itself. */
export interface CallOptions {
  /** The call's one deadline in milliseconds, over connecting, all attempts, the waits between them and the body. */
  readonly timeoutMs?: number;
  /** Ends the call at once, waits included; its reason is the `cause` of the {@link AbortedError}. */
  readonly signal?: AbortSignal;
  /** How often a safe call may be sent again after a failure; calls that move money are never sent again. */
  readonly retries?: number;
  /** Told while an upload streams out. */
  readonly onUploadProgress?: (progress: UploadProgress) => void;
}

/** How far an upload is, in bytes of the request body. */
export interface UploadProgress {
  /** Bytes handed to the connection so far. */
  readonly sentBytes: number;
  /** Bytes in all; undefined when the source does not know its length. */
  readonly totalBytes: number | undefined;
}
