import { useText } from '../i18n/use-text.ts';
import { describeFailure, type Failure } from './describe-failure.ts';

/** Puts errors into the words of the language on screen. */
export function useFailureText(): (error: unknown) => Failure | undefined {
  const t = useText();
  return (error) => describeFailure(error, t);
}
