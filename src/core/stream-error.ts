// Which messages and bodies are errors, in the forms that servers and gateways use.

type Body = Readonly<Record<string, unknown>>;

/**
 * The text of an error in a body or message: `{"error": {"message": …}}`, `{"error": "…"}`, `{"errors": […]}`, an `error` in
 * a choice, `"error"` as object, type or status (`{"object": "error", "message": …}` is the form of vLLM before 0.10), and
 * FastAPI's `{"detail": …}`. Absent: it holds none.
 */
export function errorText(value: Body): string | undefined {
  const own = textOfError(value['error']) ?? textOfErrors(value['errors']);
  if (own !== undefined) return own;
  if (['object', 'type', 'status'].some((name) => value[name] === 'error')) {
    return filledText(value['message']) ?? JSON.stringify(value);
  }
  const choices = value['choices'];
  if (Array.isArray(choices)) {
    for (const choice of choices) {
      const delta = isObject(choice) ? choice['delta'] : undefined;
      const inside = isObject(choice) ? textOfError(choice['error']) : undefined;
      const text = inside ?? (isObject(delta) ? textOfError(delta['error']) : undefined);
      if (text !== undefined) return text;
    }
  }
  const detail = value['detail'];
  if (detail === undefined || detail === null || choices !== undefined) return undefined;
  return typeof detail === 'string' ? detail : JSON.stringify(detail);
}

/**
 * What is wrong with a message of a stream that holds neither choices nor usage, unless it is one of the known empty
 * ones: `{}`, `{"type": "ping"}`, a chunk without choices. Its keys, since its values may be model output.
 */
export function strayText(value: Body): string | undefined {
  if (Array.isArray(value['choices']) || isObject(value['usage'])) return undefined;
  const message = filledText(value['message']);
  if (message !== undefined) return message;
  const keys = Object.keys(value);
  if (keys.length === 0 || value['type'] === 'ping') return undefined;
  const isChunk = CHUNKS.some((name) => value['object'] === name);
  if (isChunk && keys.every((key) => HARMLESS.includes(key))) return undefined;
  return `a message without choices: ${keys.slice(0, 8).join(', ')}`;
}

const CHUNKS = ['chat.completion.chunk', 'text_completion'];
/** Fields of a chunk that carry neither output nor trouble. */
const HARMLESS = [
  'id',
  'object',
  'created',
  'model',
  'choices',
  'usage',
  'system_fingerprint',
  'service_tier',
];

function textOfError(error: unknown): string | undefined {
  if (error === undefined || error === null || error === false) return undefined;
  if (typeof error === 'string') return error === '' ? 'error' : error;
  if (!isObject(error)) return JSON.stringify(error);
  return filledText(error['message']) ?? JSON.stringify(error);
}

/** A list is as bad as its first entry; an empty one is none. */
function textOfErrors(errors: unknown): string | undefined {
  if (!Array.isArray(errors)) return textOfError(errors);
  return errors.length === 0 ? undefined : (textOfError(errors[0]) ?? 'error');
}

function filledText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function isObject(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
