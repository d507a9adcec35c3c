/** The errors that undici would give, made without loading it: callers and interceptors recognise them by name and code. */

function undiciError(name: string, code: string, message: string): Error {
  return Object.assign(new Error(message), { name, code });
}

/** The answer's headers did not come in time. */
export function headersTimeoutError(): Error {
  return undiciError('HeadersTimeoutError', 'UND_ERR_HEADERS_TIMEOUT', 'Headers Timeout Error');
}

/** The next piece of the answer's body did not come in time. */
export function bodyTimeoutError(): Error {
  return undiciError('BodyTimeoutError', 'UND_ERR_BODY_TIMEOUT', 'Body Timeout Error');
}

/** The connection broke; the request had left. */
export function socketError(): Error {
  return undiciError('SocketError', 'UND_ERR_SOCKET', 'other side closed');
}

/** The server was closed before or while it answered. */
export function destroyedError(): Error {
  return undiciError('ClientDestroyedError', 'UND_ERR_DESTROYED', 'The reference server was closed');
}
