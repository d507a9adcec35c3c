/** The webhook handler of a server that is made before its receiver: 503 until the receiver is connected. */
export function lateReceiver() {
  let receiver: ((request: Request) => Promise<Response>) | undefined;
  return {
    handler: async (request: Request) => (await receiver?.(request)) ?? new Response(null, { status: 503 }),
    connect(connected: typeof receiver) {
      receiver = connected;
    },
  };
}
