import { type ReactNode, type FormEvent, useState } from 'react';
import { Section, Specimen, useSay } from '#/dev/gallery/section.tsx';
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
import { type FieldPlan, useFields } from '#/lib/form/use-fields.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { FormField, CheckboxField, RadioGroupField, SelectField, TextAreaField } from '#/ui/form-fields.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { showToast } from '#/ui/toast/toast-store.ts';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { Stepper } from '#/ui/spend/stepper.tsx';
import { TabPanel, Tabs } from '#/ui/tabs.tsx';

/** Shows forms with all their errors. */
export function FormSection(): ReactNode {
  const say = useSay();
  return (
    <Section
      id="forms"
      title="Forms"
      note={
        'No error appears while typing: a field shows its error after blur or submit, right beneath. ' +
        'What was typed is never lost.'
      }
    >
      <Specimen name="A form with one field of each kind; send it empty to see it object">
        <ExampleForm />
      </Specimen>
      <Specimen name="A hint, and a failure of the whole form">
        <div className="space-y-4">
          <FormField
            label={say('Invite code', '邀請碼')}
            hint={say('From the friend who invited you.', '由邀請你的朋友提供。')}
            placeholder={say('Optional', '選填')}
          />
          <InlineAlert>
            {say(
              'We can’t reach the server. Check your network and try again.',
              '無法連線到伺服器，請確認網路後再試一次。',
            )}
          </InlineAlert>
        </div>
      </Specimen>
      <Specimen name="Every objection" wide>
        <EveryObjection />
      </Specimen>
    </Section>
  );
}

const languages = ['en_US', 'zh_TW'];

const plan = {
  email: { label: 'account.email', rules: [required, emailAddress] },
  nickname: { label: 'account.nickname', rules: [required, notBlank, lengthBetween(2, 24)] },
  details: { label: 'home.details', rules: [required, lengthAtLeast(10)] },
  language: { label: 'settings.language', rules: [chosen, oneOf(languages)] },
  theme: { label: 'settings.theme', rules: [chosen] },
  rules: { label: 'rules.short', rules: [accepted] },
} as const satisfies Record<string, FieldPlan>;

function ExampleForm(): ReactNode {
  const t = useText();
  const say = useSay();
  const { fields, check } = useFields(plan);
  const { email, nickname, details, language, theme, rules } = fields;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (check()) showToast({ kind: 'success', title: say('Everything looks good', '全部填寫正確') });
  };
  return (
    <form noValidate aria-label={say('Example', '範例')} onSubmit={submit} className="space-y-4">
      <FormField
        label={email.label}
        error={email.error}
        type="email"
        inputMode="email"
        autoComplete="off"
        value={email.value}
        onChange={(event) => email.set(event.currentTarget.value)}
        onBlur={email.leave}
      />
      <FormField
        label={nickname.label}
        error={nickname.error}
        autoComplete="off"
        value={nickname.value}
        onChange={(event) => nickname.set(event.currentTarget.value)}
        onBlur={nickname.leave}
      />
      <TextAreaField
        label={details.label}
        error={details.error}
        value={details.value}
        onChange={(event) => details.set(event.currentTarget.value)}
        onBlur={details.leave}
      />
      <SelectField
        label={language.label}
        error={language.error}
        placeholder={say('Choose one', '請選擇')}
        choices={[
          { value: 'en_US', label: 'English' },
          { value: 'zh_TW', label: '繁體中文' },
        ]}
        value={language.value}
        onChange={(event) => language.set(event.currentTarget.value)}
        onBlur={language.leave}
      />
      <RadioGroupField
        label={theme.label}
        error={theme.error}
        choices={[
          { value: 'light', label: t('settings.light') },
          { value: 'dark', label: t('settings.dark') },
        ]}
        value={theme.value}
        onChange={theme.set}
      />
      <CheckboxField
        label={say('I have read the rules.', '我已閱讀規則。')}
        error={rules.error}
        checked={rules.value !== ''}
        onChange={(checked) => rules.set(checked ? 'yes' : '')}
      />
      <Button type="submit" size="large">
        {say('Send', '送出')}
      </Button>
    </form>
  );
}

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
  { label: ['Fan code', '粉絲代碼'], typed: 'x-1', rule: matching((value) => /^[A-Z]{2}\d{4}$/.test(value), 'AB1234') },
];

/** Shows each rule with something that it objects to. */
function EveryObjection(): ReactNode {
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

export function NavigationSection(): ReactNode {
  return (
    <Section
      id="navigation"
      title="Tabs and steppers"
      note={
        'Tabs change what stands below them; arrow keys move between them. A stepper is for whole amounts: ' +
        'buttons, presets or typing, never beyond what can be had.'
      }
    >
      <Specimen name="Tabs" on="page">
        <TaskTabs />
      </Specimen>
      <Specimen name="Segmented control: one of a few">
        <Order />
      </Specimen>
      <Specimen name="Stepper with presets">
        <Amount max={60} presets={[1, 10, 50]} />
      </Specimen>
      <Specimen name="Stepper with nothing to be had">
        <Amount max={0} />
      </Specimen>
    </Section>
  );
}

function TaskTabs(): ReactNode {
  const say = useSay();
  const [selected, setSelected] = useState<'all' | 'visiting' | 'lucky' | 'bind'>('all');
  const titles = { all: say('All tasks', '全部任務'), visiting: say('Visiting', '拜訪'), lucky: say('Lucky', '幸運') };
  return (
    <>
      <Tabs
        label={say('Kinds of tasks', '任務種類')}
        panelId="gallery-tasks"
        selected={selected}
        onSelect={setSelected}
        tabs={[
          { key: 'all', title: titles.all, count: 9 },
          { key: 'visiting', title: titles.visiting, count: 4 },
          { key: 'lucky', title: titles.lucky, count: 3 },
          { key: 'bind', title: say('Link', '連結'), count: 2 },
        ]}
      />
      <TabPanel id="gallery-tasks" selected={selected} className="pt-4 text-small text-mute">
        {say('Content of the selected tab.', '所選分頁的內容。')}
      </TabPanel>
    </>
  );
}

function Order(): ReactNode {
  const say = useSay();
  const [order, setOrder] = useState<'rank' | 'name'>('rank');
  return (
    <SegmentedControl
      label={say('Order', '排序')}
      value={order}
      onChange={setOrder}
      segments={[
        { value: 'rank', label: say('By rank', '依名次') },
        { value: 'name', label: say('By name', '依姓名') },
      ]}
    />
  );
}

function Amount({ max, presets }: { max: number; presets?: readonly number[] }): ReactNode {
  const say = useSay();
  const [value, setValue] = useState(Math.min(10, Math.max(1, max)));
  return (
    <Stepper
      label={max > 0 ? say('Votes', '票數') : say('Tickets', '投票券')}
      value={value}
      max={max}
      onChange={setValue}
      disabled={max === 0}
      {...(presets && { presets })}
    />
  );
}
