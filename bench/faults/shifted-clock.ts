/**
 * Loaded before a server, to move its wall clock while it runs: everything that asks `Date` for the time is told one that is
 * off by so many milliseconds, as after a step of the system's clock. Timers and `performance.now` go on, as the system's
 * monotonic clock does. The parent process says how far it is off, and is told when that is so.
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
