"""BenchExec tool-info module for Chorus (https://github.com/sosy-lab/benchexec, interface BaseTool2)."""

import re

import benchexec.result as result
import benchexec.tools.template


class Tool(benchexec.tools.template.BaseTool2):
    def executable(self, tool_locator):
        return tool_locator.find_executable("chorus", subdir="bin")

    def name(self):
        return "Chorus"

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="chorus ")

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "check"] + options
        if task.property_file:
            command += ["--property", task.property_file]
        if rlimits.memory:
            # A clean "unknown" before the limit; BenchExec counts in bytes, Chorus in MB.
            command.append("--memory-limit=%d" % max(1, rlimits.memory * 9 // 10 // 1000000))
        model = task.options.get("data_model") if isinstance(task.options, dict) else None
        if model in ("ILP32", "LP64"):
            command.append("-m32" if model == "ILP32" else "-m64")
        return command + ["--"] + list(task.input_files_or_identifier)

    def determine_result(self, run):
        if run.was_timeout or run.was_terminated:
            return result.RESULT_ERROR
        for line in reversed(run.output):
            match = re.match(r"RESULT: (true|unknown|false\(([a-z-]+)\))", line)
            if not match:
                continue
            if match.group(1) == "true":
                return result.RESULT_TRUE_PROP
            if match.group(1) == "unknown":
                return result.RESULT_UNKNOWN
            return "%s(%s)" % (result.RESULT_FALSE_PROP, match.group(2))
        return result.RESULT_ERROR

    def get_value_from_output(self, output, identifier):
        """Columns of tables: the names of `chorus check --stats`, which is to be among the options."""
        for line in output:
            if line.startswith("stat %s " % identifier):
                return line.split()[2]
        return None
