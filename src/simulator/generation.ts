import type { ServerResponse } from 'node:http';
import { type AnswerText, DONE_EVENT, dataEvent, type FinishReason } from './answer.ts';
import type { FaultName } from './faults.ts';
import type { GenerationRequest } from './generation-request.ts';
import type { EngineRequest, TokenOutput } from './model.ts';
import { ENGINE_DEAD, errorObject } from './problem.ts';
import { END_OF_TURN_ID, generatedToken } from './tokenizer.ts';

/** The answer to one accepted request, while the engine works on it. */
export interface Generation {
  /** Called for each token, in order. */
  token(output: TokenOutput): void;
  /** The engine core is gone: ends the answer as vLLM does. */
  engineDied(): void;
}

export interface GenerationSetup {
  readonly response: ServerResponse;
  readonly request: GenerationRequest;
  readonly engine_request: EngineRequest;
  readonly text: AnswerText;
  /** Chooses the words. */
  readonly prompt_seed: number;
  readonly fault: FaultName | undefined;
  /** Tells the engine to forget this request. */
  readonly abort: () => void;
  /** Carries out the faults that end more than this request. */
  readonly collapse: (fault: 'engine_dead' | 'die') => void;
}

/** Begins the answer: headers go out at once for a stream, long before the first token. */
export function beginGeneration(setup: GenerationSetup): Generation {
  setup.response.on('close', () => {
    if (!setup.response.writableFinished) setup.abort();
  });
  return setup.request.stream ? streamedGeneration(setup) : wholeGeneration(setup);
}

function streamedGeneration(setup: GenerationSetup): Generation {
  const { response, text, fault } = setup;
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.flushHeaders();
  const finish = (count: number): void => {
    response.end(text.closing(count) + DONE_EVENT);
  };
  const fail = (ending: string): void => {
    response.end(dataEvent(JSON.stringify(errorObject(ENGINE_DEAD))) + ending);
    setup.abort();
  };
  return {
    token(output) {
      const count = output.index + 1;
      if (output.index === 0) response.write(text.opening());
      if (fault === 'zero_tokens') {
        response.write(text.token({ id: END_OF_TURN_ID, text: '', count: 0, finish_reason: 'stop' }));
        finish(0);
        setup.abort();
        return;
      }
      const word = wordOf(setup, output);
      response.write(text.token({ ...word, count, finish_reason: finishReason(setup, output) }));
      if (output.index === 0 && (fault === 'engine_dead' || fault === 'die')) return setup.collapse(fault);
      if (count === halfway(setup)) {
        switch (fault) {
          case 'stall':
            return setup.abort();
          case 'error_in_stream':
            return fail('');
          case 'error_then_done':
            return fail(DONE_EVENT);
          case 'truncate':
            response.end();
            return setup.abort();
          case 'reset':
            return reset(setup);
          case 'bad_json':
            response.write(dataEvent('{"id":'));
            break;
        }
      }
      if (output.finished) finish(count);
    },
    engineDied: () => fail(DONE_EVENT),
  };
}

function wholeGeneration(setup: GenerationSetup): Generation {
  const { response, fault } = setup;
  const words: string[] = [];
  const ids: number[] = [];
  const send = (status: number, body: string): void => {
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  };
  const fail = (): void => {
    send(ENGINE_DEAD.status, JSON.stringify(errorObject(ENGINE_DEAD)));
    setup.abort();
  };
  return {
    token(output) {
      const word = wordOf(setup, output);
      if (fault !== 'zero_tokens') {
        words.push(word.text);
        ids.push(word.id);
      }
      if (output.index === 0 && (fault === 'engine_dead' || fault === 'die')) return setup.collapse(fault);
      if (ids.length === halfway(setup)) {
        if (fault === 'stall') return setup.abort();
        if (fault === 'error_in_stream' || fault === 'error_then_done') return fail();
        if (fault === 'reset') return reset(setup);
      }
      if (!output.finished) return;
      const body = setup.text.whole({
        text: words.join(''),
        token_ids: ids,
        finish_reason: finishReason(setup, output),
      });
      const cut = fault === 'truncate' || fault === 'bad_json';
      send(200, cut ? body.slice(0, Math.floor(body.length / 2)) : body);
    },
    engineDied: fail,
  };
}

function wordOf(setup: GenerationSetup, output: TokenOutput): { readonly id: number; readonly text: string } {
  const stops =
    output.finished && setup.engine_request.finish_reason === 'stop' && setup.fault !== 'short_output';
  return stops ? { id: END_OF_TURN_ID, text: '' } : generatedToken(setup.prompt_seed, output.index);
}

function finishReason(setup: GenerationSetup, output: TokenOutput): FinishReason | undefined {
  return output.finished && setup.fault !== 'no_finish_reason'
    ? setup.engine_request.finish_reason
    : undefined;
}

function halfway(setup: GenerationSetup): number {
  return Math.max(1, Math.floor(setup.engine_request.output_tokens / 2));
}

function reset(setup: GenerationSetup): void {
  setup.response.socket?.resetAndDestroy();
  setup.abort();
}
