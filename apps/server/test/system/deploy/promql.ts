import { parser } from '@prometheus-io/lezer-promql';

/** What a dashboard asks of a metric. */
export type Asked = {
  readonly metric: string;
  /** The labels by which it is selected, grouped or shown. */
  readonly labels: readonly string[];
  /** The values of labels that are compared for equality. */
  readonly values: Readonly<Record<string, string>>;
  /** Whether its growth is asked for, which only a counter has. */
  readonly isRate: boolean;
};

const growth: ReadonlySet<string> = new Set(['rate', 'irate', 'increase']);

/**
 * Reads an expression of Prometheus, after Grafana's own variables are filled in.
 * @param shown the labels that a legend shows
 * @returns every metric that it asks for, with all labels that it names
 * @throws Error when it is no expression
 */
export function readExpression(expression: string, shown: readonly string[] = []): Asked[] {
  const text = expression.replaceAll(/\$__(?:rate_interval|interval|range)/g, '5m');
  const selectors: { metric: string; labels: string[]; values: Record<string, string>; isRate: boolean }[] = [];
  const grouped: string[] = [...shown];
  const functions: { readonly name: string; readonly to: number }[] = [];
  const textOf = ({ from, to }: { readonly from: number; readonly to: number }) => text.slice(from, to);
  parser.parse(text).iterate({
    enter(node) {
      if (node.type.isError) throw new Error(`Prometheus cannot read "${text}" from character ${node.from}`);
      if (node.name === 'FunctionCall') {
        const name = node.node.getChild('FunctionIdentifier');
        functions.push({ name: name ? textOf(name) : '', to: node.to });
      }
      if (node.name === 'Identifier') {
        const inside = functions.findLast(({ to }) => to >= node.to);
        selectors.push({ metric: textOf(node), labels: [], values: {}, isRate: growth.has(inside?.name ?? '') });
      }
      if (node.name === 'LabelName') {
        const matcher = node.node.parent;
        const isMatcher = matcher?.name === 'UnquotedLabelMatcher';
        (isMatcher ? (selectors.at(-1)?.labels ?? []) : grouped).push(textOf(node));
        const [, label, value] = isMatcher ? (/^(\w+)="(.*)"$/.exec(textOf(matcher)) ?? []) : [];
        const selector = selectors.at(-1);
        if (selector && label !== undefined && value !== undefined) selector.values[label] = value;
      }
    },
  });
  return selectors.map((selector) => ({ ...selector, labels: [...selector.labels, ...grouped] }));
}
