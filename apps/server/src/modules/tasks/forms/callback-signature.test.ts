import { describe, expect, it } from 'vitest';
import { assertSigned, signatureOf } from './callback-signature.ts';

/** The example that Standard Webhooks gives for its libraries. */
const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
const body = '{"test": 2432232314}';
const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
const timestamp = '1614265330';
const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
const signedAt = new Date(1_614_265_330_000);

const check = (
  wrong: { body?: string; id?: string; timestamp?: string; signature?: string | undefined; key?: Buffer } = {},
  now = signedAt,
) => {
  const headers = { id, timestamp, signature, ...wrong };
  return () => assertSigned(wrong.key ?? secret, { headers, body: wrong.body ?? body, now });
};

describe('the signature of a confirmation', () => {
  it('is that of Standard Webhooks', () => {
    expect(signatureOf(secret, { id, timestamp, body })).toBe(signature);
    expect(check()).not.toThrow();
  });

  it('may stand among others, while a secret is being changed', () => {
    expect(check({ signature: `v1,AAAA v1a,xyz ${signature}` })).not.toThrow();
  });

  it('is good for five minutes around its time', () => {
    for (const seconds of [-300, 300]) expect(check({}, new Date(signedAt.getTime() + seconds * 1000))).not.toThrow();
    for (const seconds of [-301, 301]) {
      expect(check({}, new Date(signedAt.getTime() + seconds * 1000))).toThrow('FORM_SIGNATURE_INVALID');
    }
  });

  it.each([
    ['another body', { body: '{"test": 2432232315}' }],
    ['another id', { id: 'msg_other' }],
    ['another time', { timestamp: '1614265331' }],
    ['another secret', { key: Buffer.from('another secret of some length') }],
    ['another version', { signature: signature.replace('v1,', 'v2,') }],
    ['no signature', { signature: undefined }],
    ['an empty one', { signature: '' }],
    ['a part of it', { signature: signature.slice(0, -1) }],
    ['a time that is no number', { timestamp: '2021-02-25' }],
    ['a time with more than digits', { timestamp: '1614265330.0' }],
  ])('is refused with %s', (_, wrong) => {
    expect(check(wrong)).toThrow('FORM_SIGNATURE_INVALID');
  });
});
