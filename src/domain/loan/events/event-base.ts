/** What every event has. */
export interface EventBase<Type extends string> {
  readonly type: Type;
  /** When it was written down, ISO 8601 UTC. */
  readonly at: string;
}
