"""Writes a tiny Llama folder that vLLM can serve with random weights (--load-format dummy). Argument: the folder."""
import inspect, json, pathlib, sys
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)

import argparse, asyncio.events, collections, email.message, http.client, logging, pathlib as p, subprocess, textwrap, unittest.case
text = [inspect.getsource(m) for m in (argparse, asyncio.events, collections, email.message, http.client, logging, p, subprocess, textwrap, unittest.case)]

special = ["<unk>", "<s>", "</s>", "<|user|>", "<|assistant|>", "<|system|>"]
tokenizer = Tokenizer(models.BPE(unk_token="<unk>"))
tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
tokenizer.decoder = decoders.ByteLevel()
tokenizer.train_from_iterator(text, trainers.BpeTrainer(vocab_size=2048, special_tokens=special, initial_alphabet=pre_tokenizers.ByteLevel.alphabet()))
assert tokenizer.get_vocab_size() == 2048, tokenizer.get_vocab_size()
tokenizer.save(str(folder / "tokenizer.json"))

def write(name, value):
    (folder / name).write_text(json.dumps(value, indent=2) + "\n")

write("config.json", {
    "architectures": ["LlamaForCausalLM"], "model_type": "llama",
    "hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2, "num_attention_heads": 2, "num_key_value_heads": 2,
    "head_dim": 32, "vocab_size": 2048, "max_position_embeddings": 4096, "rms_norm_eps": 1e-5, "rope_theta": 10000.0,
    "hidden_act": "silu", "tie_word_embeddings": False, "torch_dtype": "bfloat16", "bos_token_id": 1, "eos_token_id": 2,
})
write("generation_config.json", {"bos_token_id": 1, "eos_token_id": 2})
write("tokenizer_config.json", {
    "tokenizer_class": "PreTrainedTokenizerFast", "unk_token": "<unk>", "bos_token": "<s>", "eos_token": "</s>", "model_max_length": 4096,
    "chat_template": "{% for m in messages %}<|{{ m['role'] }}|>{{ m['content'] }}</s>{% endfor %}{% if add_generation_prompt %}<|assistant|>{% endif %}",
})
