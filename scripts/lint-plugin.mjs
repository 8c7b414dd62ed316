/*
 * Rules of this project for the linter. A rule of a browser test: what a live page shows is waited for, because a read once
 * may come too early.
 */

/** Reads of a page or an element that tell what is there at this moment. */
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

/** The awaited call in `await read()`, `(await read()).x` and `(await read())?.x`. */
function awaitedCall(node) {
  if (node?.type === 'ChainExpression') return awaitedCall(node.expression);
  if (node?.type === 'MemberExpression') return awaitedCall(node.object);
  return node?.type === 'AwaitExpression' && node.argument.type === 'CallExpression' ? node.argument : undefined;
}

const isExpect = ({ type, name, object, property }) =>
  (type === 'Identifier' && name === 'expect') ||
  (type === 'MemberExpression' && object.name === 'expect' && property.name === 'soft');

const waitForWhatIsShown = {
  create: (context) => ({
    CallExpression(node) {
      if (!isExpect(node.callee)) return;
      const read = awaitedCall(node.arguments[0])?.callee.property?.name;
      if (!reads.has(read)) return;
      context.report({ node, message: `\`${read}\` reads once. Use a web-first assertion or expect.poll.` });
    },
  }),
};

/** @type {{ meta: { name: string }, rules: Record<string, unknown> }} */
const plugin = { meta: { name: 'lightstick' }, rules: { 'wait-for-what-is-shown': waitForWhatIsShown } };

export default plugin;
