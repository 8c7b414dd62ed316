import type { ReactNode } from 'react';
import {
  accepted,
  calendarDate,
  chosen,
  decimal,
  digits,
  emailAddress,
  type FieldRule,
  integer,
  lengthAtLeast,
  lengthAtMost,
  lengthBetween,
  lengthExactly,
  matching,
  notBlank,
  numberAtLeast,
  numberAtMost,
  numberBetween,
  oneOf,
  required,
  webAddress,
} from '#/lib/form/field-rules.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { FormField } from '#/ui/form-field.tsx';
import { useSay } from '../../use-say.ts';

type Objection = {
  readonly label: readonly [string, string];
  readonly typed: string;
  readonly rule: FieldRule;
};

const objections: readonly Objection[] = [
  { label: ['Nickname', '暱稱'], typed: '', rule: required },
  { label: ['Color', '顏色'], typed: '', rule: chosen },
  { label: ['I agree', '我同意'], typed: '', rule: accepted },
  { label: ['Nickname', '暱稱'], typed: '   ', rule: notBlank },
  { label: ['Color', '顏色'], typed: 'green', rule: oneOf(['red', 'blue']) },
  { label: ['Email', '電子郵件'], typed: 'mina', rule: emailAddress },
  { label: ['Link', '連結'], typed: 'example.com', rule: webAddress },
  { label: ['Price', '價格'], typed: 'twelve', rule: decimal },
  { label: ['Amount', '數量'], typed: '2.5', rule: integer },
  { label: ['Birthday', '生日'], typed: '2026-02-30', rule: calendarDate },
  { label: ['Code', '驗證碼'], typed: '12a', rule: digits(6) },
  { label: ['Country code', '國碼'], typed: 'TWN', rule: lengthExactly(2) },
  { label: ['Story', '故事'], typed: 'Short', rule: lengthAtLeast(10) },
  { label: ['Nickname', '暱稱'], typed: 'Mina of the Night Sky', rule: lengthAtMost(12) },
  { label: ['Password', '密碼'], typed: 'short', rule: lengthBetween(8, 64) },
  { label: ['Amount', '數量'], typed: '0', rule: numberAtLeast(1) },
  { label: ['Amount', '數量'], typed: '1001', rule: numberAtMost(1000) },
  { label: ['Amount', '數量'], typed: '120', rule: numberBetween(1, 99) },
  { label: ['Fan code', '粉絲代碼'], typed: 'x-1', rule: matching(/^[A-Z]{2}\d{4}$/, 'AB1234') },
];

/** Each rule with something that it objects to. */
export function EveryObjection(): ReactNode {
  const t = useText();
  const say = useSay();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {objections.map(({ label, typed, rule }, index) => {
        const problem = rule(typed);
        const named = say(...label);
        return (
          <FormField
            key={index}
            readOnly
            label={named}
            value={typed}
            error={problem && t(problem.id, { ...problem.values, label: named })}
          />
        );
      })}
    </div>
  );
}
