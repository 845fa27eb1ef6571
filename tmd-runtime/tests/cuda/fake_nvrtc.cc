// A stand-in for the CUDA compiler library: sources become libraries for the CPU, by the C++ compiler
// and the shim of the CUDA host device. FAKE_SHIM is the shim, FAKE_FOLDER is for what is made.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <mutex>
#include <sstream>
#include <string>

namespace {

enum { SUCCESS = 0, INVALID_OPTION = 5, COMPILATION = 6 };

struct Program {
    std::string source, name, library, log;
    bool is_machine_code = false;
};

std::mutex lock;
int programs;

std::string read(const std::string &path)
{
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

std::string image(const Program *program)
{
    return (program->is_machine_code ? "\x7f" "ELF" : "") + program->library;
}

} // namespace

extern "C" {

int nvrtcVersion(int *major, int *minor)
{
    *major = 13;
    *minor = 0;
    return SUCCESS;
}

int nvrtcGetNumSupportedArchs(int *count)
{
    *count = 4;
    return SUCCESS;
}

int nvrtcGetSupportedArchs(int *known)
{
    const int all[] = {75, 80, 90, 120};
    memcpy(known, all, sizeof all);
    return SUCCESS;
}

int nvrtcCreateProgram(
    Program **program, const char *source, const char *name, int, const char *const *,
    const char *const *)
{
    *program = new Program;
    (*program)->source = source;
    (*program)->name = name;
    return SUCCESS;
}

int nvrtcCompileProgram(Program *program, int count, const char *const *options)
{
    std::lock_guard<std::mutex> own(lock);
    std::string given;
    for (int index = 0; index < count; ++index) {
        given += std::string(" ") + options[index];
    }
    program->is_machine_code = given.find("--gpu-architecture=sm_90") != std::string::npos;
    bool is_text = given.find("--gpu-architecture=compute_120") != std::string::npos;
    if (given.find("--fmad=false") == std::string::npos ||
        given.find("--std=c++17") == std::string::npos || program->is_machine_code == is_text) {
        return INVALID_OPTION;
    }
    std::string base = std::string(getenv("FAKE_FOLDER")) + "/program" + std::to_string(++programs);
    std::ofstream(base + ".cc") << "#include \"" << getenv("FAKE_SHIM") << "\"\n#line 1 \""
                                << program->name << "\"\n" << program->source;
    program->library = base + ".so";
    std::string command = "g++ -std=c++17 -O1 -ffp-contract=off -fPIC -shared " + base + ".cc -o " +
        program->library + " 2>" + base + ".log";
    int result = system(command.c_str());
    program->log = read(base + ".log");
    return result == 0 ? SUCCESS : COMPILATION;
}

int nvrtcDestroyProgram(Program **program)
{
    delete *program;
    *program = nullptr;
    return SUCCESS;
}

int nvrtcGetProgramLogSize(Program *program, size_t *size)
{
    *size = program->log.size() + 1;
    return SUCCESS;
}

int nvrtcGetProgramLog(Program *program, char *log)
{
    memcpy(log, program->log.c_str(), program->log.size() + 1);
    return SUCCESS;
}

int nvrtcGetCUBINSize(Program *program, size_t *size)
{
    *size = image(program).size() + 1;
    return SUCCESS;
}

int nvrtcGetCUBIN(Program *program, char *code)
{
    std::string text = image(program);
    memcpy(code, text.c_str(), text.size() + 1);
    return SUCCESS;
}

int nvrtcGetPTXSize(Program *program, size_t *size)
{
    return nvrtcGetCUBINSize(program, size);
}

int nvrtcGetPTX(Program *program, char *code)
{
    return nvrtcGetCUBIN(program, code);
}
}
