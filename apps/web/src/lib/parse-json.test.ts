import { expect, test, vi } from 'vitest';
import { parseJson } from './parse-json.ts';

test('a JSON text is what it says', () => {
  expect(parseJson('{"votes":[1,2]}', 'The answer')).toEqual({ votes: [1, 2] });
});

test('a text that is no JSON is null, and the console says which', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(parseJson('<html>', 'The answer of /config')).toBeNull();
  expect(log).toHaveBeenCalledWith('The answer of /config is not JSON.', expect.any(SyntaxError));
  log.mockRestore();
});
