/** One listener of ours for each signal, however many calls share it: Node warns of a leak where one signal has more than ten. */
interface SharedListener {
  readonly listeners: Set<() => void>;
  readonly tell: () => void;
}

const shared = new WeakMap<AbortSignal, SharedListener>();

/** Calls the listener when the signal is aborted. What it gives takes the listener away again. */
export function listenToAbort(signal: AbortSignal, listener: () => void): () => void {
  const known = shared.get(signal) ?? share(signal);
  known.listeners.add(listener);
  return () => {
    if (!known.listeners.delete(listener) || known.listeners.size > 0) return;
    shared.delete(signal);
    signal.removeEventListener('abort', known.tell);
  };
}

function share(signal: AbortSignal): SharedListener {
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of [...listeners]) listener();
  };
  const made = { listeners, tell };
  shared.set(signal, made);
  signal.addEventListener('abort', tell, { once: true });
  return made;
}
