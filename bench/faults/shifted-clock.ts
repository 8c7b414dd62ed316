/**
 * Preloaded into a server to shift its wall clock by milliseconds at run time, as a step of the system's clock would;
 * timers and `performance.now` are unaffected. The parent process sets the shift and gets a confirmation.
 */

let offsetMs = 0;
const realDate = Date;
const realNow = Date.now;

Date.now = () => realNow() + offsetMs;
globalThis.Date = new Proxy(realDate, {
  construct: (target, given: [], newTarget: typeof Date) =>
    Reflect.construct(target, given.length === 0 ? [Date.now()] : given, newTarget) as Date,
  apply: () => new realDate(Date.now()).toString(),
});

process.on('message', (message: { readonly clockOffsetMs?: number }) => {
  if (message.clockOffsetMs === undefined) return;
  offsetMs = message.clockOffsetMs;
  process.send?.({ clockOffsetMs: offsetMs });
});
// What the parent might still say is no reason to stay alive.
process.channel?.unref();
