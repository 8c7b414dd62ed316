import { Refusal } from '#/errors.ts';

/**
 * The storage of videos does not answer, or not as it should. Callers are asked to come back in a moment; the message is for
 * the log and has neither keys nor what the storage wrote.
 */
export class StorageAway extends Refusal {
  /** It answered that it will not, as it will until somebody changes a setting; else it may do so in a moment. */
  readonly isRefusal: boolean;

  constructor(
    told: string,
    { isRefusal = false, cause }: { readonly isRefusal?: boolean; readonly cause?: unknown } = {},
  ) {
    super('OVERLOADED');
    this.name = 'StorageAway';
    this.message = told;
    this.isRefusal = isRefusal;
    this.cause = cause;
  }
}
