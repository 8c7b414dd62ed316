import type { ReactNode } from 'react';
import { FormField } from '#/ui/form-field.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { Section, Specimen } from '../section.tsx';
import { useSay } from '../use-say.ts';
import { ExampleForm } from './form/example-form.tsx';
import { EveryObjection } from './form/every-objection.tsx';

/** What is filled in, and everything that can be wrong with it. */
export function FormSection(): ReactNode {
  const say = useSay();
  return (
    <Section
      id="forms"
      title="Forms"
      note="Nobody is corrected while typing: a field objects once it was left or the form was sent, in words, right beneath. What was typed is never lost."
    >
      <Specimen name="A form with one field of each kind; send it empty to see it object">
        <ExampleForm />
      </Specimen>
      <Specimen name="A hint, and a failure of the whole form">
        <div className="space-y-4">
          <FormField
            label={say('Invite code', '邀請碼')}
            hint={say('From whoever told you about us.', '由介紹您的朋友提供。')}
            placeholder={say('Optional', '選填')}
          />
          <InlineAlert>
            {say(
              'There is no connection to the server. Check your network and try again.',
              '無法連線到伺服器，請檢查網路後再試一次。',
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
