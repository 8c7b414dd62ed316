import lighthouse, { desktopConfig, type Flags, type Result } from 'lighthouse';

/** What one run says about one page. */
export type Audit = {
  /** 0 to 1. */
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly lcpMs: number;
  readonly cls: number;
  readonly tbtMs: number;
  readonly fcpMs: number;
  /** How fast the machine was just then. */
  readonly benchmarkIndex: number;
};

export type FormFactor = 'mobile' | 'desktop';

type Run = {
  readonly url: string;
  readonly formFactor: FormFactor;
  readonly debuggingPort: number;
  readonly cpuSlowdownMultiplier: number;
};

/**
 * Opens a page as a mid-range phone on slow 4G would (Lighthouse's own mobile settings, with a calibrated processor), or as
 * its settings for a desktop say, which slow no processor down.
 */
export async function audit({ url, formFactor, debuggingPort, cpuSlowdownMultiplier }: Run): Promise<Audit> {
  const flags: Flags = {
    port: debuggingPort,
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
    logLevel: 'error',
  };
  const outcome =
    formFactor === 'desktop'
      ? await lighthouse(url, flags, desktopConfig)
      : await lighthouse(url, { ...flags, formFactor, throttling: { ...slow4G, cpuSlowdownMultiplier } });
  if (!outcome) throw new Error(`Lighthouse said nothing about ${url}.`);
  const { lhr } = outcome;
  if (lhr.runtimeError) throw new Error(`Lighthouse failed at ${url}: ${lhr.runtimeError.message}`);
  return {
    performance: scoreOf(lhr, 'performance'),
    accessibility: scoreOf(lhr, 'accessibility'),
    bestPractices: scoreOf(lhr, 'best-practices'),
    lcpMs: valueOf(lhr, 'largest-contentful-paint'),
    cls: valueOf(lhr, 'cumulative-layout-shift'),
    tbtMs: valueOf(lhr, 'total-blocking-time'),
    fcpMs: valueOf(lhr, 'first-contentful-paint'),
    benchmarkIndex: lhr.environment.benchmarkIndex,
  };
}

const slow4G = {
  rttMs: 150,
  throughputKbps: 1638.4,
  requestLatencyMs: 0,
  downloadThroughputKbps: 0,
  uploadThroughputKbps: 0,
};

function scoreOf(lhr: Result, category: string): number {
  const score = lhr.categories[category]?.score;
  if (typeof score !== 'number') throw new Error(`Lighthouse gave no score for ${category}.`);
  return score;
}

function valueOf(lhr: Result, metric: string): number {
  const value = lhr.audits[metric]?.numericValue;
  if (value === undefined) throw new Error(`Lighthouse did not measure ${metric}.`);
  return value;
}
