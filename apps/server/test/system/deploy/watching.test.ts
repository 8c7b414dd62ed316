import { glob, readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { contract, ErrorCode } from '@lightstick/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { createJobs } from '#/app.ts';
import { publishDatabase } from '#/cluster/start-server.ts';
import { collectWorkersMetrics } from '#/cluster/supervise.ts';
import { variables } from '#/config/variables.ts';
import { createWorld, type World } from '../../world/world.ts';
import { type Asked, readExpression } from './promql.ts';

const root = resolve(import.meta.dirname, '../../../../..');
const read = (...path: string[]) => readFile(join(root, ...path), 'utf8');

type Alert = {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string; readonly description: string; readonly runbook: string };
};
const readAlerts = async () =>
  (parse(await read('deploy/alerts.yaml')) as { groups: { rules: Alert[] }[] }).groups.flatMap(({ rules }) => rules);

type Known = { readonly type: string; readonly labels: readonly string[] };

/** What Prometheus and node_exporter add; the latter as of version 1.10. */
const foreign: Readonly<Record<string, Known>> = {
  up: { type: 'gauge', labels: ['job'] },
  node_filesystem_avail_bytes: { type: 'gauge', labels: ['device', 'fstype', 'mountpoint'] },
  node_filesystem_size_bytes: { type: 'gauge', labels: ['device', 'fstype', 'mountpoint'] },
  node_systemd_unit_state: { type: 'gauge', labels: ['name', 'state', 'type'] },
  node_timex_maxerror_seconds: { type: 'gauge', labels: [] },
};
/** Prometheus adds the first two, the supervisor of several workers the last. */
const everywhere = ['instance', 'job', 'worker'];

describe('what watches the platform', () => {
  let world: World;
  const known = new Map<string, Known>(Object.entries(foreign));
  let jobs: ReadonlySet<string>;

  beforeAll(async () => {
    world = await createWorld();
    const { registry } = world.services.metrics;
    publishDatabase(registry, { queuePool: world.ownerPool, replica: undefined }, world.services.log);
    const { own } = collectWorkersMetrics(
      () => 0,
      () => 1,
    );
    for (const metric of [...(await registry.getMetricsAsJSON()), ...(await own.getMetricsAsJSON())]) {
      const { name, type } = metric;
      const source = registry.getSingleMetric(name) ?? own.getSingleMetric(name);
      const { labelNames: labels } = source as unknown as { labelNames: readonly string[] };
      if (String(type) === 'histogram') {
        known.set(`${name}_bucket`, { type: 'counter', labels: [...labels, 'le'] });
        for (const part of ['sum', 'count']) known.set(`${name}_${part}`, { type: 'counter', labels });
      } else known.set(name, { type: String(type), labels });
    }
    jobs = new Set((await createJobs(world.services)).map(({ id }) => id));
  });
  afterAll(() => world[Symbol.asyncDispose]());

  /** Says what is wrong with a question to Prometheus; undefined when nothing is. */
  function faultOf({ metric, labels, values, isRate }: Asked): string | undefined {
    const found = known.get(metric);
    if (!found) return `there is no ${metric}`;
    const strange = labels.filter((label) => ![...found.labels, ...everywhere].includes(label));
    if (strange.length > 0) return `${metric} has no ${strange.join(', ')}`;
    if (isRate !== (found.type === 'counter')) return `${metric} is a ${found.type}`;
    const { route, job } = values;
    if (route !== undefined && !(route in contract)) return `there is no call ${route}`;
    if (job !== undefined && job !== 'lightstick' && !jobs.has(job)) return `there is no job ${job}`;
    return undefined;
  }

  it('knows a wrong question from a right one', () => {
    const faults = (expression: string) => readExpression(expression).map(faultOf);
    expect(faults('sum by (le, route) (rate(lightstick_http_request_seconds_bucket[2m]))')).toEqual([undefined]);
    expect(faults('lightstick_nothing > 0')).toEqual(['there is no lightstick_nothing']);
    expect(faults('max by (flow) (lightstick_points{nothing="x"})')).toEqual(['lightstick_points has no nothing']);
    expect(faults('max by (nothing) (lightstick_points)')).toEqual(['lightstick_points has no nothing']);
    expect(faults('lightstick_shed_total')).toEqual(['lightstick_shed_total is a counter']);
    expect(faults('rate(lightstick_points[5m])')).toEqual(['lightstick_points is a gauge']);
    expect(faults('rate(lightstick_job_seconds_count{job="nothing"}[5m])')).toEqual(['there is no job nothing']);
    expect(() => readExpression('sum(lightstick_points')).toThrow('Prometheus cannot read');
  });

  describe('by alerts', () => {
    it('asks for metrics, labels, calls and jobs that are there', async () => {
      const asked = (await readAlerts()).flatMap(({ alert, expr }) =>
        readExpression(expr).map((question) => ({ alert, fault: faultOf(question) })),
      );
      expect(asked.length).toBeGreaterThan(27);
      expect(asked.filter(({ fault }) => fault)).toEqual([]);
    });

    it('says what fans see and what to do first', async () => {
      const says = /^Fans\b.{10,}\. First: .{10,}\.$/s;
      const silent = (await readAlerts()).filter(
        ({ annotations }) => !annotations.summary || !says.test(annotations.description),
      );
      expect(silent.map(({ alert }) => alert)).toEqual([]);
    });

    it('leads to a section each of the handbook, which begins with what fans see and what to do', async () => {
      const alerts = await readAlerts();
      const page = 'docs/operating/alerts.md';
      const sections = (await read(page)).split(/^### /m).slice(1);
      const named = sections.map((section) => section.slice(0, section.indexOf('\n')));
      expect(named.toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted());
      const runbooks = alerts.map(({ annotations }) => annotations.runbook);
      expect(runbooks).toEqual(alerts.map(({ alert }) => `${page}#${alert.toLowerCase()}`));
      const parts = [
        /^\w+\n\n\*\*(?:Fans|Some fans|One fan)\b[^*]*\*\*.{10,}?/,
        /\*\*First five minutes\*\*\n\n1\. .{10,}?/,
        /\*\*Over when\*\* .{10,}?/,
        /\*\*Causes\*\*: .{10,}/,
      ];
      const form = new RegExp(parts.map(({ source }) => source).join('\\n\\n'), 's');
      expect(sections.filter((section) => !form.test(section))).toEqual([]);
    });
  });

  describe('by dashboards', async () => {
    const folder = join(root, 'deploy/grafana');
    const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
    const dashboards = await Promise.all(names.map(async (name) => JSON.parse(await read('deploy/grafana', name))));

    it('has the three that Grafana 12 can read', () => {
      expect(names).toEqual(['event-night.json', 'ledger-and-jobs.json', 'postgresql.json']);
      for (const one of dashboards) expect(dashboard.safeParse(one).error).toBeUndefined();
      expect(new Set(dashboards.map(({ uid }) => String(uid))).size).toBe(3);
    });

    it.each(names.map((name, index) => [name, dashboards[index]]))('%s asks for what is there', (_name, given) => {
      const { panels, templating } = dashboard.parse(given);
      const variablesAsked = templating.list.flatMap(({ definition }) => definition ?? []);
      expect(variablesAsked.length).toBeGreaterThan(0);
      const ofVariables = variablesAsked.flatMap((definition) => {
        const [, expression = '', label = ''] = /^label_values\((.+), (\w+)\)$/.exec(definition) ?? [];
        return readExpression(expression, [label]).map(faultOf);
      });
      const ofPanels = panels.flatMap(({ title, targets }) =>
        targets.flatMap(({ expr, legendFormat }) => {
          const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
          return readExpression(expr, shown).flatMap((asked) => {
            const fault = faultOf(asked);
            return fault ? { title, fault } : [];
          });
        }),
      );
      expect([...ofVariables.filter(Boolean), ...ofPanels]).toEqual([]);
      const variableNames = new Set(templating.list.map(({ name }) => name));
      const used = [...JSON.stringify(panels).matchAll(/\$\{?([a-z]+)/g)].map(([, name = '']) => name);
      expect(used.filter((name) => !variableNames.has(name))).toEqual([]);
    });

    it.each(names.map((name, index) => [name, dashboards[index]]))('%s has panels side by side', (_name, given) => {
      const { panels } = dashboard.parse(given);
      expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
      expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
      const overlap = panels.flatMap((one, index) =>
        panels
          .slice(index + 1)
          .flatMap((other) => (areasOverlap(one.gridPos, other.gridPos) ? [one.title, other.title] : [])),
      );
      expect(overlap).toEqual([]);
    });

    it('shows every metric that an alert asks for, but those of node_exporter', async () => {
      const shown = dashboards.flatMap((one) =>
        dashboard.parse(one).panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => readExpression(expr))),
      );
      const shownNames = new Set(shown.map(({ metric }) => metric));
      const asked = (await readAlerts()).flatMap(({ expr }) => readExpression(expr)).map(({ metric }) => metric);
      const ofServers = asked.filter((metric) => metric.startsWith('lightstick_') && !shownNames.has(metric));
      expect(ofServers).toEqual([]);
    });
  });

  describe('by the pages for bad hours', async () => {
    const texts = (
      await Promise.all(['alerts.md', 'when-it-breaks.md'].map((page) => read('docs/operating', page)))
    ).join();
    const found = (pattern: RegExp) => [...texts.matchAll(pattern)].map(([, name = '']) => name);

    it('names settings, refusals, calls and commands that are there', async () => {
      const codes = found(/`([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)`/g);
      expect(codes.length).toBeGreaterThan(5);
      expect(codes.filter((name) => !(name in variables) && !(name in ErrorCode))).toEqual([]);
      const calls = found(/`((?:GET|POST) \/[\w/]+)`/g);
      expect(calls.length).toBeGreaterThan(2);
      expect(calls.filter((route) => !(route in contract))).toEqual([]);
      const commands = found(/`lightstick ([a-z]+)/g);
      expect(commands.length).toBeGreaterThan(2);
      const table = await read('apps/server/src/commands/lightstick.ts');
      expect(commands.filter((name) => !table.includes(`name: '${name}'`))).toEqual([]);
    });

    it('looks for metrics and lines of the log that are there', async () => {
      const names = found(/`metrics '?(\w+)/g);
      expect(names.length).toBeGreaterThan(20);
      const metrics = [...known.keys()];
      expect(names.filter((name) => !metrics.some((metric) => metric.startsWith(`lightstick_${name}`)))).toEqual([]);
      const sources = await Array.fromAsync(glob('apps/server/src/**/*.ts', { cwd: root }), (file) => read(file));
      const lines = found(/`log '([a-z ]+)'/g);
      expect(lines.length).toBeGreaterThan(2);
      expect(lines.filter((line) => !sources.some((source) => source.includes(line)))).toEqual([]);
    });

    it('defines every word that it uses', () => {
      const defined = new Set([...found(/^(\w+)\(\) +\{/gm), 'lightstick']);
      const used = found(/`(errors|log|metrics|ready|sessions|sql)\b/g);
      expect(used.filter((word) => !defined.has(word))).toEqual([]);
      expect([...defined].filter((word) => !texts.includes(`\`${word}`))).toEqual([]);
    });
  });
});

const unit = z.enum(['Bps', 'bytes', 'cps', 'ops', 'percentunit', 'reqps', 's', 'short']);
const prometheus = z.strictObject({ type: z.literal('prometheus'), uid: z.literal('${datasource}') });
const text = z.string().min(1);
const gridPos = z
  .strictObject({ x: z.int().min(0), y: z.int().min(0), w: z.int().min(1), h: z.int().min(1) })
  .refine(({ x, w }) => x + w <= 24, 'A dashboard has 24 columns.');

const panel = z.strictObject({
  id: z.int().positive(),
  // Panels that Grafana has without a plugin.
  type: z.enum(['stat', 'timeseries']),
  title: text,
  description: z.string().regex(/^[A-Z].{10,}\.$/),
  datasource: prometheus,
  gridPos,
  targets: z.array(z.strictObject({ refId: text, expr: text, legendFormat: z.string() })).min(1),
  fieldConfig: z.strictObject({
    defaults: z.looseObject({
      unit,
      thresholds: z.strictObject({
        mode: z.literal('absolute'),
        steps: z
          .array(z.strictObject({ color: text, value: z.number().nullable() }))
          .refine(([first, ...rest]) => first?.value === null && rest.every(({ value }) => value !== null)),
      }),
    }),
    overrides: z.tuple([]),
  }),
  options: z.looseObject({}),
});

const dashboard = z.looseObject({
  uid: z.string().regex(/^lightstick-[a-z-]{1,29}$/),
  title: text,
  description: text,
  schemaVersion: z.literal(41),
  templating: z.strictObject({
    list: z
      .array(z.looseObject({ name: text, type: z.enum(['datasource', 'query']), definition: z.string().optional() }))
      .refine(([first]) => first?.type === 'datasource' && first.name === 'datasource'),
  }),
  panels: z.array(panel).min(6),
});

type Area = z.output<typeof gridPos>;

function areasOverlap(one: Area, other: Area): boolean {
  const apart =
    one.x + one.w <= other.x || other.x + other.w <= one.x || one.y + one.h <= other.y || other.y + other.h <= one.y;
  return !apart;
}
