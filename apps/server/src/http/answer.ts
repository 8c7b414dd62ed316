import type { Endpoint } from '@lightstick/contract';

/**
 * An answer's data that is already JSON, for what many callers get alike: it is encoded once for all of them.
 * The type parameter keeps what was encoded in view of the compiler.
 */
export class Encoded<Data> {
  readonly json: string;
  declare readonly dataType?: Data;

  constructor(json: string) {
    this.json = json;
  }
}

/** Encodes data once, to be answered many times. */
export function encoded<Data>(data: Data): Encoded<Data> {
  return new Encoded<Data>(JSON.stringify(data));
}

/**
 * Makes the writer of an endpoint's success envelopes. Where answers are checked, whatever the contract does not name is
 * cut off, and what breaks the contract is thrown as the bug it is; elsewhere the data is written as it is.
 */
export function answerWriter(endpoint: Endpoint, checked: boolean) {
  return function writeAnswer(data: unknown): string {
    if (!checked) return envelope(data instanceof Encoded ? data.json : JSON.stringify(data));
    const result = endpoint.data.safeParse(data instanceof Encoded ? JSON.parse(data.json) : data);
    if (!result.success) throw new Error('The answer breaks the contract', { cause: result.error });
    return envelope(JSON.stringify(result.data));
  };
}

function envelope(json: string): string {
  return `{"code":0,"message":"ok","data":${json}}`;
}
