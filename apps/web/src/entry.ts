/** How long the first frame is waited for; it does not come at all while the page is hidden. */
const patienceMs = 200;

/**
 * Starts the application once the stage of index.html has been painted. Where the code is there at once, from the cache,
 * running it would otherwise put off the first paint.
 */
function afterFirstFrame(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, patienceMs);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

await afterFirstFrame();
await import('./main.tsx');
