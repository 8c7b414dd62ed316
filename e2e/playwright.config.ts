import { defineConfig } from '@playwright/test';
import { findChromium } from './find-chromium.ts';
import { takesPictures } from './looks.ts';

/** Where Chromium is left out, Playwright looks for its own and says how to install it. */
const executablePath = findChromium();

const phone = {
  viewport: { width: 390, height: 844 },
  // A phone's points are two or three pixels wide, which takes four times the work to draw and is for eyes only.
  deviceScaleFactor: takesPictures ? 2 : 1,
  hasTouch: true,
  isMobile: true,
};

export default defineConfig({
  testDir: '.',
  globalSetup: './fixtures/global-setup.ts',
  outputDir: 'test-results',
  reporter: 'list',
  // Each worker starts its own product from a template, and every test brings its own fans, so any two tests can run at once.
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // Bounds for a machine that does other work as well; nothing waits this long when all is right.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    actionTimeout: 20_000,
    // Recording every step takes an eighth of the time of a run; `--trace retain-on-failure` does when a failure needs it.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        // Containers run as root and have no name space for a sandbox; the pages are our own.
        '--no-sandbox',
        // Nothing but the product is spoken to: not QUIC, not the vendor's services.
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // There is no graphics card to talk to, and a process for it takes 7 % of the processor time of a page.
        '--in-process-gpu',
        // The camera and microphone of a presenter: the browser plays them, and allows them without a question.
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
      ],
    },
  },
  projects: [
    // What a fan does, end to end, and pieces of the interface in the developers' gallery. One project, because a worker with
    // its product serves one.
    { name: 'journeys', testMatch: '{journeys,components}/**/*.spec.ts', grepInvert: /@system/, use: phone },
    // Every screen in every look, hosts, faults, and the side roads of the journeys.
    {
      name: 'system',
      testMatch: '{system,journeys,components}/**/*.spec.ts',
      grep: /@system| system\//,
      use: phone,
    },
  ],
});
