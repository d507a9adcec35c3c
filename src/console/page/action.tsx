/** A call that changes something, as a form. Its fields come from the server's own list of calls, and so does the code that does the same. */
import { useId, useState } from 'preact/hooks';
import { announce, Failure, isServer, send } from './api.ts';
import { codeOf } from './code.ts';
import { bodyOf, type Field, type Given, type Row, requestOf, treeOf } from './fields.ts';
import { Json, Refusal } from './parts.tsx';

interface ActionProps {
  readonly call: Row;
  /** What the button says. */
  readonly label: string;
  /** Values that are fixed here, by the names of the fields. */
  readonly given?: Given;
  /** What the fields hold now. Only what is filled in is sent. */
  readonly now?: Given;
  readonly onDone?: (answer: unknown) => void;
  /** Shows the answer, for calls that no view shows. */
  readonly showsAnswer?: boolean;
}

/** One button if nothing is left to fill in, else a form that opens. A call that only reads is quiet: views show its answer. */
export function Action(props: ActionProps) {
  const { call, given = {} } = props;
  const fields = treeOf(call.input).filter(({ key }) => !(key in given));
  if (call.method === 'GET') return <Unfolding {...props} fields={fields} as="code" />;
  if (fields.length === 0) return <Submit {...props} fields={fields} values={{}} />;
  return <Unfolding {...props} fields={fields} as="action" />;
}

/** The form is there only while it is open, so it never holds values of long ago. */
function Unfolding({
  as,
  ...props
}: ActionProps & { readonly fields: readonly Field[]; readonly as: 'action' | 'code' }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class={as} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{props.label}</summary>
      {isOpen && <Form {...props} />}
    </details>
  );
}

function Form(props: ActionProps & { readonly fields: readonly Field[] }) {
  const { fields, now = {} } = props;
  const [values, setValues] = useState<Given>({});
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <p class="quiet">{props.call.summary}</p>
      <Fields fields={fields} values={values} now={now} onChange={setValues} />
      <Submit {...props} values={values} />
    </form>
  );
}

type State =
  | { readonly kind: 'ready' | 'busy' }
  | { readonly kind: 'done'; readonly answer: unknown }
  | { readonly kind: 'refused'; readonly failure: Failure };

function Submit({
  call,
  label,
  given = {},
  fields,
  values,
  onDone,
  showsAnswer,
}: ActionProps & { readonly fields: readonly Field[]; readonly values: Given }) {
  const [state, setState] = useState<State>({ kind: 'ready' });
  const input = { ...bodyOf(fields, values), ...given };
  const request = requestOf(call, input);
  const run = async () => {
    setState({ kind: 'busy' });
    try {
      const answer = await send(call.method, request.url, request.body);
      setState({ kind: 'done', answer });
      onDone?.(answer);
      announce();
    } catch (error) {
      setState({ kind: 'refused', failure: error instanceof Failure ? error : new Failure(0, String(error)) });
    }
  };
  const code = codeOf(call, input);
  return (
    <div class="submit">
      <div class="buttons">
        <button type="submit" disabled={state.kind === 'busy'} onClick={run}>
          {call.method === 'GET' ? 'Read' : label}
        </button>
        {isServer && call.method !== 'GET' && (
          <details class="code">
            <summary>As code</summary>
            <Snippets of={code} />
          </details>
        )}
        <span role="status">{state.kind === 'busy' ? 'Working …' : state.kind === 'done' ? 'Done.' : ''}</span>
      </div>
      {call.method === 'GET' && <Snippets of={code} />}
      {state.kind === 'refused' && <Refusal of={state.failure} />}
      {state.kind === 'done' && (showsAnswer || call.method === 'GET') && <Json of={state.answer} label="The answer" />}
    </div>
  );
}

function Snippets({ of }: { readonly of: ReturnType<typeof codeOf> }) {
  return (
    <>
      <Code label="curl" text={of.curl} />
      <Code label="TypeScript" text={of.typescript} />
    </>
  );
}

function Code({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <figure class="snippet">
      <figcaption>
        {label}
        <button
          type="button"
          class="plain"
          onClick={() => void navigator.clipboard?.writeText(text)}
          aria-label={`Copy the ${label} code`}
        >
          Copy
        </button>
      </figcaption>
      <pre tabIndex={0}>{text}</pre>
    </figure>
  );
}

interface FieldsProps {
  readonly fields: readonly Field[];
  readonly values: Given;
  readonly now?: Given;
  readonly onChange: (values: Given) => void;
}

function Fields({ fields, values, now = {}, onChange }: FieldsProps) {
  return (
    <div class="fields">
      {fields.map((field) => (
        <FieldInput
          key={field.key}
          field={field}
          value={values[field.key]}
          now={now[field.key]}
          onChange={(value) => onChange({ ...values, [field.key]: value })}
        />
      ))}
    </div>
  );
}

interface InputProps {
  readonly field: Field;
  readonly value: unknown;
  readonly now?: unknown;
  readonly onChange: (value: unknown) => void;
}

function FieldInput(props: InputProps) {
  const { field, value, onChange } = props;
  if (field.kind === 'record')
    return (
      <fieldset>
        <legend>{field.key}</legend>
        <Fields fields={field.children} values={(value ?? {}) as Given} onChange={onChange} />
      </fieldset>
    );
  if (field.kind === 'records') return <Records {...props} />;
  return <Single {...props} />;
}

function Single(props: InputProps) {
  const { field, value, onChange } = props;
  const id = useId();
  return (
    <div class="field">
      <label for={id}>
        {field.key} {field.required && <em>required</em>}
      </label>
      <Control {...props} id={id} />
      {field.hint && <small id={`${id}-hint`}>{field.hint}</small>}
      {field.isNullable && (
        <label class="check">
          <input
            type="checkbox"
            checked={value === null}
            onChange={({ currentTarget }) => onChange(currentTarget.checked ? null : undefined)}
          />
          {field.key} is null
        </label>
      )}
    </div>
  );
}

function Control({ field, value, now, onChange, id }: InputProps & { readonly id: string }) {
  const same = { id, 'aria-describedby': field.hint ? `${id}-hint` : undefined, disabled: value === null };
  const text = value === undefined || value === null ? '' : String(value);
  const change = ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
    onChange(currentTarget.value === '' ? undefined : currentTarget.value);
  if (field.kind === 'choice')
    return (
      <select {...same} value={text} onChange={change}>
        <option value="">{field.required ? 'choose' : 'leave as it is'}</option>
        {field.choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  if (field.kind === 'json')
    return <textarea {...same} value={text} onInput={change} spellcheck={false} placeholder="{ }" />;
  return (
    <input
      {...same}
      value={text}
      onInput={change}
      placeholder={now === undefined || now === null ? '' : `now ${now}`}
      inputMode={field.kind === 'number' ? 'decimal' : 'text'}
      autocomplete="off"
      spellcheck={false}
    />
  );
}

function Records({ field, value, onChange }: InputProps) {
  const items = (Array.isArray(value) ? value : [{}]) as readonly Given[];
  const put = (index: number, item: Given) => onChange(items.map((before, at) => (at === index ? item : before)));
  return (
    <fieldset>
      <legend>{field.key}</legend>
      {items.map((item, index) => (
        <div key={index} class="item">
          <Fields fields={field.children} values={item} onChange={(next) => put(index, next)} />
          {items.length > 1 && (
            <button type="button" class="plain" onClick={() => onChange(items.filter((_, at) => at !== index))}>
              Remove
            </button>
          )}
        </div>
      ))}
      <button type="button" class="plain" onClick={() => onChange([...items, {}])}>
        Add another
      </button>
    </fieldset>
  );
}
