/*
 * Rules of this project for the linter, about browser tests: what a live page shows is waited for, because a read once may
 * come too early, and so is the app, because a press before it is there is lost.
 */

/**
 * What the rules read of a syntax tree.
 *
 * @typedef {object} Node
 * @property {string} type
 * @property {string} [name]
 * @property {Node} [object]
 * @property {Node} [property]
 * @property {Node} [expression]
 * @property {Node} [argument]
 * @property {Node} [callee]
 * @property {Node[]} [arguments]
 */

/** @typedef {{ report(problem: { node: Node, message: string }): void }} Context */

/** Reads of the present state of a page or an element. */
const reads = new Set([
  'allInnerTexts',
  'allTextContents',
  'boundingBox',
  'count',
  'evaluate',
  'evaluateAll',
  'getAttribute',
  'innerText',
  'inputValue',
  'isChecked',
  'isDisabled',
  'isEnabled',
  'isHidden',
  'isVisible',
  'textContent',
  'title',
]);

/**
 * Returns the awaited call in `await read()`, `(await read()).x` and `(await read())?.x`.
 *
 * @param {Node | undefined} node
 * @returns {Node | undefined}
 */
function awaitedCall(node) {
  if (node?.type === 'ChainExpression') return awaitedCall(node.expression);
  if (node?.type === 'MemberExpression') return awaitedCall(node.object);
  return node?.type === 'AwaitExpression' && node.argument?.type === 'CallExpression' ? node.argument : undefined;
}

/** @param {Node | undefined} callee */
const isExpect = (callee) =>
  callee?.name === 'expect' || (callee?.object?.name === 'expect' && callee.property?.name === 'soft');

const waitForWhatIsShown = {
  /** @param {Context} context */
  create: (context) => ({
    /** @param {Node} node */
    CallExpression(node) {
      if (!isExpect(node.callee)) return;
      const read = awaitedCall(node.arguments?.[0])?.callee?.property?.name ?? '';
      if (!reads.has(read)) return;
      context.report({ node, message: `\`${read}\` reads once. Use a web-first assertion or expect.poll.` });
    },
  }),
};

/** Ways to a page that return before the app is there, with what a test says instead. */
const bareWays = new Map([
  ['goto', 'Use openPage.'],
  ['reload', 'Use reloadPage.'],
  ['waitForTimeout', 'Wait for what the fan sees.'],
]);

const noBareGoto = {
  /** @param {Context} context */
  create: (context) => ({
    /** @param {Node} node */
    CallExpression(node) {
      const instead = bareWays.get(node.callee?.property?.name ?? '');
      if (instead) context.report({ node, message: instead });
    },
  }),
};

const plugin = {
  meta: { name: 'lightstick' },
  rules: { 'no-bare-goto': noBareGoto, 'wait-for-what-is-shown': waitForWhatIsShown },
};

export default plugin;
